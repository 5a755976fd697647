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
from sealwax.targets.typescript import module_views
from sealwax.targets.typescript.runtime import RUNTIME, runtime_view

_RUN = ("catalogue", "clock", "builders", "errors", "warnings", "validation")
"""The modules that a page runs, each after those that it imports."""
_IMPORT = re.compile(r'^import (?:\* as (\w+)|\{([^}]*)\}) from ("[^"]*");$', re.MULTILINE)
_EXPORT = re.compile(r"^export (const|function|class) (\w+)", re.MULTILINE)


def modules(contract: Contract) -> tuple[Page, ...]:
    """Those of the package that a page runs. Their paths are what they are imported by."""
    views = module_views(contract)
    found = {name: views[name] for name in _RUN if name in views}
    used = {helper for view in found.values() for helper in getattr(view, "helpers", ())}
    runtime = Page(RUNTIME, "typescript/runtime.js.j2", runtime_view(contract, used))
    return (runtime, *(Page(f"./{name}.js", f"typescript/{name}.js.j2", view) for name, view in found.items()))


def as_function(module: Finished, path: str) -> Finished:
    """A module as the value of `$modules[path]`."""
    body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(_taken, module))
    exports = "".join(f"  {name},\n" for _, name in _EXPORT.findall(module))
    return Finished(f'$modules["{path}"] = (() => {{\n{body}\n\nreturn {{\n{exports}}};\n}})();')


def _taken(statement: re.Match[str]) -> str:
    whole, names, path = statement.groups()
    return f"const {whole or '{' + names.replace(' as ', ': ') + '}'} = $modules[{path}];"
