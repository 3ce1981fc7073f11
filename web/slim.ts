import { parseAst, type Plugin } from 'vite'

/** The properties of an endpoint that the web reads. Only the server needs the summary, the schemas and the errors. */
const READ_BY_THE_WEB = ['operation', 'method', 'path', 'access', 'scope', 'command', 'readModels', 'status']

type Cut = { readonly start: number; readonly end: number }

const without = (code: string, cuts: readonly Cut[]): string => {
  const kept = cuts.map(({ start }, at) => code.slice(cuts[at - 1]?.end ?? 0, start))
  return [...kept, code.slice(cuts.at(-1)?.end ?? 0)].join('')
}

/** The properties of `export const x = endpoint({…})` that no page reads. */
const unreadParts = (code: string): readonly Cut[] =>
  parseAst(code)
    .body.flatMap((statement) =>
      statement.type === 'ExportNamedDeclaration' && statement.declaration?.type === 'VariableDeclaration'
        ? statement.declaration.declarations
        : [],
    )
    .flatMap(({ init }) =>
      init?.type === 'CallExpression' &&
      init.callee.type === 'Identifier' &&
      init.callee.name === 'endpoint' &&
      init.arguments[0]?.type === 'ObjectExpression'
        ? [init.arguments[0].properties]
        : [],
    )
    .flatMap((properties) =>
      properties.flatMap((property, at) =>
        property.type === 'Property' &&
        property.key.type === 'Identifier' &&
        !READ_BY_THE_WEB.includes(property.key.name)
          ? [{ start: property.start, end: properties[at + 1]?.start ?? property.end }]
          : [],
      ),
    )

/** Removes from endpoints what the web does not read. Runs in builds and in component tests. */
export const slimEndpoints = (): Plugin => ({
  name: 'slim-endpoints',
  transform: {
    filter: { id: /\/services\/contract\/(?:[\w-]+\/)*[\w-]+[.]ts$/, code: /\bendpoint\(\{/ },
    handler: (code) => ({
      // Marks endpoints as pure, so that tree shaking drops the unused ones.
      code: without(code, unreadParts(code)).replaceAll(
        /^export const \w+ = (?=\w+\()/gm,
        '$&/* @__PURE__ */ ',
      ),
      map: null,
    }),
  },
})

/** Lets tree shaking drop unused parts of the router: removes debug names and marks components as pure. */
export const slimRouter = (): Plugin => ({
  name: 'slim-router',
  apply: 'build',
  transform: {
    filter: { id: /\/react-router\/dist\// },
    handler: (code) => ({
      code: code
        .replaceAll(/^\w+[.]displayName = "[\w.]+";$/gm, '')
        .replaceAll(/^var \w+ = (?=React\d*[.](forwardRef|memo)\()/gm, '$&/* @__PURE__ */ '),
      map: null,
    }),
  },
})
