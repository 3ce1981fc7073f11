import { expect, test } from 'vitest'
import { parseSync } from 'vite'
import { projections } from '#projections/index.ts'
import { readSources, type Sources } from './source-graph.ts'

/**
 * A query of a read model names its columns. With all columns, its answer depends on the build that is active: in an upgrade it lacks what
 * the program needs, or a new column has the name of another one.
 */

const QUERIES = /^projections\/(?!engine\/|operations\/)[^/]+\/.+(?<!\.test)[.]ts$/
const STAR = /\bselect\s+(\w+\.)?\*|['"`,]\s*\w+\.\*|\b(first|select)\(['"`]\*['"`]/i
const NAMES_COLUMNS = ['select', 'pluck', 'count', 'max', 'min', 'distinct', 'delete', 'update', 'insert']
const tables = new Set(projections.flatMap((projection) => Object.keys(projection.tables)))

type Node = { readonly type: string; readonly start: number; readonly [key: string]: any }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const childrenOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode)

/** Returns the methods of a chain `db('table').a().b()`, or undefined for anything else. */
const chainOn = (node: Node): readonly string[] | undefined => {
  if (node.type !== 'CallExpression') return undefined
  const { callee, arguments: given } = node
  if (callee.type === 'MemberExpression') {
    const before = chainOn(callee.object)
    // `first` without columns takes all.
    const name = callee.property.name === 'first' && given.length > 0 ? 'select' : callee.property.name
    return before && [...before, name]
  }
  const [table] = given
  const isOurs = ['db', 'trx'].includes(callee.name) && tables.has(String(table?.value).split(' ')[0]!)
  return isOurs ? [] : undefined
}

/** Returns the places where a query takes all columns of a table. */
const unnamedIn = (sources: Sources): readonly string[] =>
  [...sources].flatMap(([path, text]) => {
    if (!QUERIES.test(path)) return []
    const at = (start: number) => `${path}:${text.slice(0, start).split('\n').length}`
    const looked = (node: Node): readonly string[] => {
      const executed =
        node.type === 'AwaitExpression'
          ? [node['argument']]
          : node.type === 'ArrayExpression'
            ? node['elements']
            : []
      const unnamed = executed.filter((one: Node | null) => {
        const chain = one && chainOn(one)
        return chain && !chain.some((name) => NAMES_COLUMNS.includes(name))
      })
      return [...unnamed.map((one: Node) => at(one.start)), ...childrenOf(node).flatMap(looked)]
    }
    const stars = text.split('\n').flatMap((line, i) => (STAR.test(line) ? [`${path}:${i + 1}`] : []))
    return [...new Set([...stars, ...looked(parseSync(path, text).program as unknown as Node)])]
  })

test('a query of a read model names its columns', () => {
  expect(unnamedIn(readSources())).toEqual([])
})

test.each([
  'const a = await db("users").where({ id }).first()',
  'const a = await Promise.all([db("audit_people as p").whereIn("user_id", ids)])',
  'const a = db("users as u").select("u.*", "x")',
  'const a = db("users").first("*")',
  'const SQL = `SELECT u.* FROM users u`',
  'const SQL = `SELECT * FROM users`',
])('finds %s', (text) => {
  expect(unnamedIn(new Map([['projections/users/queries.ts', text]]))).toEqual([
    'projections/users/queries.ts:1',
  ])
})

test.each([
  'const a = await db("users").where({ id }).first("id")',
  'const a = await db("users").pluck("id")',
  'const a = await db("sessions").first()',
  'const SQL = `SELECT count(*) FROM users`',
  'const a = 2 * 3',
])('accepts %s', (text) => {
  expect(unnamedIn(new Map([['projections/users/queries.ts', text]]))).toEqual([])
})
