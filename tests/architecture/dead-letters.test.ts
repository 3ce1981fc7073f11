import { expect, test } from 'vitest'
import { parseSync } from 'vite'
import { readSources, type Sources } from './source-graph.ts'

/** Queries of the read models: they must not answer as if the rows behind a dead letter did not exist. */

const QUERIES = /^projections\/(?!engine\/|operations\/)[^/]+\/.+[.]ts$/
const CHECKS = /\b(refuseDeadLettered\w*|unlessDeadLettered)\(/
const SAYS_WHY = /Ignores dead letters: \S/

type Declared = {
  readonly path: string
  readonly name: string
  readonly code: string
  readonly comment: string
}

/** Returns the functions and constants at the top of a file, each with the comment above it. */
const declaredIn = (path: string, text: string): readonly Declared[] => {
  const { program, comments } = parseSync(path, text)
  return program.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration' && declaration?.type !== 'FunctionDeclaration') return []
    const ids =
      declaration.type === 'VariableDeclaration'
        ? declaration.declarations.map(({ id }) => id)
        : [declaration.id]
    const above = comments.findLast(
      ({ end }) => end <= statement.start && text.slice(end, statement.start).trim() === '',
    )
    return ids.flatMap((id) =>
      id?.type === 'Identifier'
        ? [
            {
              path,
              name: id.name,
              code: text.slice(statement.start, statement.end),
              comment: above?.value ?? '',
            },
          ]
        : [],
    )
  })
}

/** The queries that services import, as `model/name`. */
const calledIn = (sources: Sources): ReadonlySet<string> =>
  new Set(
    [...sources].flatMap(([path, text]) =>
      path.startsWith('services/')
        ? [...text.matchAll(/import \{([^}]*)\} from '#projections\/(\w+)\//g)].flatMap(([, names, model]) =>
            [...names!.matchAll(/\w+/g)].map(([name]) => `${model}/${name}`),
          )
        : [],
    ),
  )

/** Returns what to do about each query that neither checks dead letters, itself or through a function that it uses, nor says why not. */
const uncheckedQueries = (sources: Sources): readonly string[] => {
  const called = calledIn(sources)
  const all = [...sources].flatMap(([path, text]) => (QUERIES.test(path) ? declaredIn(path, text) : []))
  const checking = new Set(all.filter(({ code }) => CHECKS.test(code)))
  for (const { name } of checking)
    for (const other of all) if (new RegExp(`\\b${name}\\(`).test(other.code)) checking.add(other)
  return all
    .filter(({ path, name, code }) => called.has(`${path.split('/')[1]}/${name}`) && /: Knex\b/.test(code))
    .filter((query) => !checking.has(query) && !SAYS_WHY.test(query.comment.replaceAll(/\s+\*?\s*/g, ' ')))
    .map(
      ({ path, name }) =>
        `${path}: ${name} reads rows without a check for dead letters. Call refuseDeadLettered…, or select deadLetteredColumn and pass the row to unlessDeadLettered; or write “Ignores dead letters: why” above it.`,
    )
}

test('a query of a read model checks dead letters, or says why it ignores them', () => {
  const sources = readSources()
  expect(calledIn(sources)).toContain('workspaces/participantsOf')
  expect(uncheckedQueries(sources)).toEqual([])
})

test('a query without the check is reported, with what to do', () => {
  const path = 'projections/seats/rows/queries.ts'
  const route = [
    'services/modules/seats/seats.routes.ts',
    `import { seatOf } from '#projections/seats/rows/queries.ts'`,
  ]
  const found = (text: string) => uncheckedQueries(new Map([[path, text], route as [string, string]]))
  const query = (body: string) => `export const seatOf = async (db: Knex, id: string) => { ${body} }`
  const read = `return db('seats').where({ id }).first()`
  expect(found(query(read))).toEqual([
    expect.stringMatching(/^projections\/seats\/rows\/queries[.]ts: seatOf .* Call refuseDeadLettered…, or /),
  ])
  expect(found(query(`const blocked = deadLetteredColumn(db, 'seats'); ${read}`))).toHaveLength(1)
  expect(found(query(`await refuseDeadLettered(db, 'seats', [id]); ${read}`))).toEqual([])
  const own = `const refuse = (db: Knex) => refuseDeadLetteredWhere(db, 'seats', all)\n`
  expect(found(own + query(`await refuse(db); ${read}`))).toEqual([])
  expect(found(`/** Ignores dead letters: it only\n * sorts. */\n${query(read)}`)).toEqual([])
  expect(found(`/** Ignores dead letters. */\n${query(read)}`)).toHaveLength(1)
})
