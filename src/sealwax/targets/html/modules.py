"""The modules of the npm package, in the one script of a page.

A page is a single file that is often opened from a disk, where browsers load no modules. So each module becomes a
function, as bundlers make them: what it imports it takes from `$modules`, and it returns what it exports.

    import { wrong } from "./runtime.js";               const { wrong } = $modules["./runtime.js"];
    export const isValid = verdict(fitsThing);     ->   const isValid = verdict(fitsThing);
                                                        return { isValid };
"""

import re

from sealwax.contract.model import Contract
from sealwax.rendering import Finished, Page
from sealwax.targets.typescript.runtime import RUNTIME, runtime_view
from sealwax.targets.typescript.surface import surface

_RUN = ("catalogue", "builders", "errors", "warnings", "validation")
"""The modules that a page runs, each after those that it imports."""
_IMPORT = re.compile(r'^import (?:\* as (\w+)|\{([^}]*)\}) from ("[^"]*");$', re.MULTILINE)
_EXPORT = re.compile(r"^export (const|function|class) (\w+)", re.MULTILINE)


def modules(contract: Contract) -> tuple[Page, ...]:
    """Those of the package that a page runs. Their paths are what they are imported by."""
    parts = {part.template: part for section in surface(contract) for part in section.parts}
    found = [parts[template] for template in _RUN if template in parts]
    runtime = Page(RUNTIME, "typescript/runtime.js.j2", runtime_view(contract, (part.view for part in found)))
    return (runtime, *(Page(f"./{part.template}.js", f"typescript/{part.template}.js.j2", part.view) for part in found))


def as_function(module: Finished, path: str) -> Finished:
    """A module as the value of `$modules[path]`."""
    body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(_taken, module))
    exports = "".join(f"  {name},\n" for _, name in _EXPORT.findall(module))
    return Finished(f'$modules["{path}"] = (() => {{\n{body}\n\nreturn {{\n{exports}}};\n}})();')


def _taken(statement: re.Match[str]) -> str:
    whole, names, path = statement.groups()
    return f"const {whole or '{' + names.replace(' as ', ': ') + '}'} = $modules[{path}];"
