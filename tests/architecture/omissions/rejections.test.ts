import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { readSources, type Sources } from '../source-graph.ts'
import { isNode, nodesIn, walk, type Node } from './syntax.ts'

type File = {
  readonly program: Node
  readonly text: string
  /** What a name in this file stands for. A name may be declared in several places. */
  readonly declared: ReadonlyMap<string, readonly Node[]>
  /** Imported names, with the file that they come from. */
  readonly imported: ReadonlyMap<string, string>
}

const nameOf = (node: unknown): string => (isNode(node) ? String(node['name'] ?? node['value']) : '')

const fileOf = (path: string, text: string): File => {
  const program = parseSync(path, text).program as unknown as Node
  const declared: (readonly [string, Node])[] = []
  const imported = new Map<string, string>()
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator' && isNode(node['init']))
      declared.push([nameOf(node['id']), node['init']])
    if (node.type !== 'ImportDeclaration') return
    const from = nameOf(node['source'])
    const target = from.startsWith('.') ? join(dirname(path), from) : from.replace(/^#/, 'services/')
    for (const { local } of nodesIn(node['specifiers'])) imported.set(nameOf(local), target)
  })
  const byName = Map.groupBy(declared, ([name]) => name)
  return {
    program,
    text,
    imported,
    declared: new Map([...byName].map(([name, all]) => [name, all.map(([, node]) => node)])),
  }
}

/** Returns the files whose names match, parsed. */
const parse = (sources: Sources, name: RegExp): ReadonlyMap<string, File> =>
  new Map([...sources].filter(([path]) => name.test(path)).map(([path, text]) => [path, fileOf(path, text)]))

/** The command type that `x.type === 'Approve'` compares with. */
const comparedType = ({ type, test: condition }: Node): string | undefined => {
  if (
    type !== 'IfStatement' ||
    !isNode(condition) ||
    condition['operator'] !== '===' ||
    !isNode(condition['left'])
  )
    return undefined
  return nameOf(condition['left']['property']) === 'type' ? nameOf(condition['right']) : undefined
}
const leaves = (node: unknown): boolean =>
  isNode(node) &&
  (/^(Return|Throw)Statement$/.test(node.type) ||
    (node.type === 'BlockStatement' && leaves(nodesIn(node['body']).at(-1))))

/** The statements of the case for this command; of a case that is empty, those of the next. */
const caseOf = (node: Node, command: string): readonly Node[] | undefined => {
  const cases = nodesIn(node['cases'])
  const at = cases.findIndex((one) => nameOf(one['test']) === command)
  if (at < 0) return undefined
  return nodesIn(cases.slice(at).find(({ consequent }) => nodesIn(consequent).length > 0)?.['consequent'])
}

type At = {
  readonly path: string
  readonly command: string
  readonly files: ReadonlyMap<string, File>
  readonly seen: Set<Node>
}

/** What of a statement concerns this command; undefined: all of it. */
const partsFor = (node: Node, command: string): readonly Node[] | undefined => {
  if (node.type === 'BlockStatement') return nodesIn(node['body'])
  if (node.type === 'SwitchStatement') return caseOf(node, command)
  const compared = comparedType(node)
  return compared === undefined || compared === command ? undefined : nodesIn(node['alternate'])
}

const codesIn = (thrown: Node): readonly string[] => {
  const codes: string[] = []
  if (thrown.type === 'NewExpression' && nameOf(thrown['callee']) === 'Rejected')
    walk(nodesIn(thrown['arguments'])[0]!, (part) => {
      if (part.type === 'Literal') codes.push(nameOf(part))
    })
  return codes
}

/** The functions that a call may mean, with their file. */
const calledBy = (
  call: Node,
  { path, files }: At,
): { readonly path: string; readonly all: readonly Node[] } => {
  const name = call.type === 'CallExpression' ? nameOf(call['callee']) : ''
  const { declared, imported } = files.get(path)!
  const home = declared.has(name) ? path : (imported.get(name) ?? '')
  return { path: home, all: files.get(home)?.declared.get(name) ?? [] }
}

/** Adds the codes with which `nodes`, and the functions that they call, may reject a command of this type. */
const collect = (codes: Set<string>, nodes: readonly Node[], at: At): void => {
  for (const node of nodes) {
    walk(node, (one) => {
      const parts = partsFor(one, at.command)
      if (parts) {
        collect(codes, parts, at)
        return true
      }
      for (const code of codesIn(one)) codes.add(code)
      const { path, all } = calledBy(one, at)
      const unseen = all.filter((called) => !at.seen.has(called))
      for (const called of unseen) {
        at.seen.add(called)
        collect(codes, nodesIn(called['body']), { ...at, path })
      }
      return false
    })
    // What follows is for other commands.
    if (comparedType(node) === at.command && leaves(node['consequent'])) return
  }
}

/** Where a decider turns to a command: `case 'Approve':`, `if (command.type === 'Approve')`, or `{ Approve: approve }`. */
const branchesOf = ({
  program,
  declared,
}: File): readonly (readonly [command: string, nodes: readonly Node[]])[] => {
  const found: (readonly [string, readonly Node[]])[] = []
  walk(program, (node) => {
    for (const one of node.type === 'SwitchStatement' ? nodesIn(node['cases']) : [])
      if (isNode(one['test'])) found.push([nameOf(one['test']), caseOf(node, nameOf(one['test']))!])
    const command = comparedType(node)
    if (command !== undefined) found.push([command, nodesIn(node['consequent'])])
  })
  for (const [name, values] of declared)
    if (/rules$/i.test(name))
      for (const value of values)
        walk(value, (node) => {
          if (node.type === 'Property' && isNode(node['value']) && node['value'].type === 'Identifier')
            found.push([
              nameOf(node['key']),
              [{ type: 'CallExpression', callee: node['value'], arguments: [] }],
            ])
        })
  return found
}

/** Returns `Command code` for each rejection that a command can meet. */
const rejections = (sources: Sources): ReadonlySet<string> => {
  const files = parse(sources, /^services\/modules\/.*[.](decider|state)[.]ts$/)
  return new Set(
    [...files].flatMap(([path, file]) =>
      branchesOf(file).flatMap(([command, nodes]) => {
        const codes = new Set<string>()
        collect(codes, nodes, { path, command, files, seen: new Set() })
        return [...codes].map((code) => `${command} ${code}`)
      }),
    ),
  )
}

/** A test, and every declaration that it names, directly or through others. */
const textWith = (block: Node, { text, declared }: File): string => {
  const nodes = new Set([block])
  for (const node of nodes)
    walk(node, (one) => {
      if (one.type === 'Identifier') for (const named of declared.get(nameOf(one)) ?? []) nodes.add(named)
    })
  return [...nodes].map(({ start, end }) => text.slice(Number(start), Number(end))).join('\n')
}

/** Returns `Command code` for each pair that stands in one test beside a decider. */
const tested = (sources: Sources): ReadonlySet<string> => {
  const pairs = new Set<string>()
  for (const file of parse(sources, /[.]decider[.]test[.]ts$/).values())
    walk(file.program, (node) => {
      if (node.type !== 'CallExpression' || !/^test\b/.test(file.text.slice(Number(node['start']))))
        return false
      const text = textWith(node, file)
      const codes = [...text.matchAll(/'([a-z-]+[.][a-z.-]+)'/g)]
      for (const [, command] of text.matchAll(/\btype: '([A-Z]\w+)'/g))
        for (const [, code] of codes) pairs.add(`${command} ${code}`)
      return true
    })
  return pairs
}

const untested = (sources: Sources): readonly string[] => [...rejections(sources).difference(tested(sources))]

const sources = readSources()

test('each rejection of each command has a test beside its decider that provokes it with this command', () => {
  expect(rejections(sources).size).toBeGreaterThan(30)
  expect(untested(sources)).toEqual([])
})

test('each code has a test beside its decider, also one that no single command causes', () => {
  const unnamed = (all: Sources): readonly string[] =>
    [...all].flatMap(([path, text]) => {
      if (!/[.]decider[.]ts$/.test(path)) return []
      const tests = all.get(path.replace(/ts$/, 'test.ts')) ?? ''
      const codes = [...text.matchAll(/Rejected\(\s*'([a-z.-]+)'/g)].map(([, code]) => code!)
      return codes.filter((code) => !tests.includes(`'${code}'`)).map((code) => `${path} ${code}`)
    })
  expect(unnamed(sources)).toEqual([])
  const file = 'services/modules/x/x.decider.ts'
  const planted = [
    [file, `throw new Rejected('seat.taken')`],
    ['services/modules/x/x.decider.test.ts', `rejection('seat.free')`],
  ] as const
  expect(unnamed(new Map(planted))).toEqual([`${file} seat.taken`])
})

test('another command’s test does not count, and a function that both call counts for both', () => {
  const decider = `
    const requireFree = (seat) => { if (seat.taken) throw new Rejected('seat.taken') }
    const answer = (command) => {
      if (command.type === 'Leave') return []
      throw new Rejected('seat.locked')
    }
    const decide = (command, seat) => {
      if (command.type === 'Look') { requireFree(seat); return [] }
      switch (command.type) {
        case 'Take':
        case 'Leave':
          return answer(command)
      }
    }
    export const seatRules = { Keep: requireFree }`
  const tests = `
    const keep = { type: 'Keep' }
    test('keep', () => expect(() => decide(keep)).toThrow(rejection('seat.taken')))
    test('take', () => decide({ type: 'Take' }))`
  const all = new Map([
    ['services/modules/x/x.decider.ts', decider],
    ['services/modules/x/x.decider.test.ts', tests],
  ])
  expect([...rejections(all)].toSorted()).toEqual(['Keep seat.taken', 'Look seat.taken', 'Take seat.locked'])
  expect(untested(all).toSorted()).toEqual(['Look seat.taken', 'Take seat.locked'])
})
