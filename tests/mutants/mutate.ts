import { parseSync } from 'vite'

/** One small wrong change of a file. */
export type Mutant = {
  readonly path: string
  readonly line: number
  /** What was changed, for people. */
  readonly what: string
  /** The whole file with the change. */
  readonly text: string
}

type Node = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}
type Edit = { readonly at: Node; readonly what: string; readonly becomes: string }

const SWAPS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '&&': '||',
  '||': '&&',
}
const LINKS = new Set(
  'where whereNot whereNull whereNotNull whereIn andWhere forUpdate skipLocked orderBy limit filter toSorted slice'.split(
    ' ',
  ),
)
const LEAVES = new Set(['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement'])
const PREDICATES = new Set(['LogicalExpression', 'BinaryExpression', 'UnaryExpression'])
const isText = ({ type, value }: Node) => type === 'TemplateLiteral' || typeof value === 'string'

/** What a line of the log says is no rule. */
const isLog = (text: string) => /^(await |void )?(\w+\.)*log(\??\.|\[)/.test(text)

type TextOf = (node: Node) => string
type Operator = (node: Node, textOf: TextOf) => readonly Edit[]

const childOf = (node: Node, key: string) => node[key] as Node
const negated = (test: Node, textOf: TextOf): Edit => ({
  at: test,
  what: 'negated',
  becomes: `!(${textOf(test)})`,
})

const swapped: Operator = (node, textOf) => {
  const operator = SWAPS[String(node['operator'])]
  const [left, right] = [childOf(node, 'left'), childOf(node, 'right')]
  if (operator === undefined || isText(left) || isText(right)) return []
  return [{ at: node, what: 'swapped', becomes: `(${textOf(left)} ${operator} ${textOf(right)})` }]
}

/** By the type of the syntax node. */
const OPERATORS: Readonly<Record<string, Operator>> = {
  IfStatement(node, textOf) {
    const consequent = childOf(node, 'consequent')
    const { body = [consequent] } = consequent as { readonly body?: readonly Node[] }
    const isGuard = !node['alternate'] && body[0] && LEAVES.has(body[0].type)
    const removed = { at: node, what: 'removed guard', becomes: '{}' }
    return [negated(childOf(node, 'test'), textOf), ...(isGuard ? [removed] : [])]
  },
  ConditionalExpression: (node, textOf) => [negated(childOf(node, 'test'), textOf)],
  LogicalExpression: (node, textOf) =>
    node['operator'] === '??'
      ? [{ at: node, what: 'removed default', becomes: textOf(childOf(node, 'left')) }]
      : swapped(node, textOf),
  BinaryExpression: swapped,
  ExpressionStatement(node, textOf) {
    const expression = childOf(node, 'expression')
    if (isLog(textOf(node)) || !/Call|Await|Assign|Update|Unary/.test(expression.type)) return []
    const unawaited = `void ${textOf(expression).replace('await ', '')}`
    return [
      { at: node, what: 'removed', becomes: '{}' },
      ...(expression.type === 'AwaitExpression'
        ? [{ at: node, what: 'removed await', becomes: unawaited }]
        : []),
    ]
  },
  ArrowFunctionExpression(node) {
    const at = childOf(node, 'body')
    return PREDICATES.has(at.type)
      ? ['true', 'false'].map((becomes) => ({ at, what: 'returned constant', becomes }))
      : []
  },
  ReturnStatement(node) {
    const at = node['argument'] as Node | null
    return typeof at?.['value'] === 'boolean'
      ? [{ at, what: 'returned constant', becomes: String(!at['value']) }]
      : []
  },
  ArrayExpression(node, textOf) {
    const elements = node['elements'] as readonly Node[]
    const kept = elements.slice(0, -1).map(textOf)
    return elements.length > 0 ? [{ at: node, what: 'removed element', becomes: `[${kept.join(', ')}]` }] : []
  },
  CallExpression(node, textOf) {
    const { object, property } = childOf(node, 'callee') as {
      readonly object?: Node
      readonly property?: Node
    }
    return object && property && LINKS.has(String(property['name']))
      ? [{ at: node, what: 'removed call', becomes: textOf(object) }]
      : []
  },
}

const VALUES = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])

/** Loops keep their end, imports and types have none to test, and lines of the log are no rule. */
const childrenOf = (node: Node, textOf: TextOf): readonly Node[] => {
  if (node.type === 'ImportDeclaration' || (node.type === 'CallExpression' && isLog(textOf(node)))) return []
  const isLoop = node.type === 'ForStatement' || node.type === 'WhileStatement'
  return Object.entries(node)
    .filter(([key]) => !isLoop || key === 'body')
    .flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string')
    .filter(({ type }) => !type.startsWith('TS') || VALUES.has(type))
}

const parses = (path: string, text: string) => parseSync(path, text).errors.length === 0

/** Returns every mutant of a file that still parses. */
export const mutantsOf = (path: string, text: string): readonly Mutant[] => {
  const textOf = ({ start, end }: Node) => text.slice(start, end)
  const walk = (node: Node): readonly Edit[] => [
    ...(OPERATORS[node.type]?.(node, textOf) ?? []),
    ...childrenOf(node, textOf).flatMap(walk),
  ]
  const short = (some: string) => some.replaceAll(/\s+/g, ' ').slice(0, 70)
  return walk(parseSync(path, text).program as unknown as Node)
    .map(({ at, what, becomes }) => ({
      path,
      line: text.slice(0, at.start).split('\n').length,
      what: `${what}: ${short(textOf(at))}`,
      text: text.slice(0, at.start) + becomes + text.slice(at.end),
    }))
    .filter((mutant) => parses(path, mutant.text))
}

/** Returns `count` of them, drawn by `seed`, at most one per line. */
export const draw = (mutants: readonly Mutant[], count: number, seed: number): readonly Mutant[] => {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const shuffled = mutants.map((mutant) => ({ mutant, rank: random() })).toSorted((a, b) => a.rank - b.rank)
  const byLine = new Map(
    shuffled.toReversed().map(({ mutant }) => [`${mutant.path}:${mutant.line}`, mutant] as const),
  )
  return shuffled
    .map(({ mutant }) => mutant)
    .filter((mutant) => byLine.get(`${mutant.path}:${mutant.line}`) === mutant)
    .slice(0, count)
}
