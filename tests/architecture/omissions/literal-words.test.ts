import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { readSources } from '../source-graph.ts'
import { isNode, nodesIn, textsOf, walk, type Node } from './syntax.ts'

/** Attributes and properties of components whose text people see or hear. */
const SPOKEN =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|description|heading|helperText|summary|words|hint)$/

/** Names that are the same in every language. */
const NAMES = /\b(Google|Microsoft365)\b/gu
const isWord = (text: string): boolean => /\p{L}{2}/u.test(text.replaceAll(NAMES, ''))

/** Text of one language, such as that of the law, is marked as what it is. */
const hasLanguage = (node: Node): boolean =>
  node.type === 'JSXElement' &&
  nodesIn((node['openingElement'] as Node)['attributes']).some(
    ({ name, value }) => isNode(name) && name['name'] === 'lang' && isNode(value) && value.type === 'Literal',
  )

/** Returns `path:line text` for each text with words that a component shows and that is written in the component itself. */
const literalWords = (path: string, source: string): readonly string[] => {
  const found: string[] = []
  const check = (nodes: readonly Node[]) => {
    for (const node of nodes)
      for (const text of textsOf(node).filter(isWord))
        found.push(`${path}:${source.slice(0, Number(node['start'])).split('\n').length} ${text.trim()}`)
  }
  walk(parseSync(path, source).program as unknown as Node, (node) => {
    if (hasLanguage(node)) return true
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') check(nodesIn(node['children']))
    if (node.type === 'JSXAttribute' && SPOKEN.test(String((node['name'] as Node)['name'])))
      check(nodesIn(node['value']))
    return false
  })
  return found
}

/** Pages for developers: the build leaves them out. */
const FOR_DEVELOPERS = /[Ss]tyleguide/
const shown = [...readSources()].filter(
  ([path]) =>
    /^web\/src\/.*[.]tsx$/.test(path) &&
    !/[.]test[.]tsx$|^web\/src\/testing\//.test(path) &&
    !FOR_DEVELOPERS.test(path),
)

test('a component shows no words of its own: put them into its texts, or mark the only language with lang', () => {
  expect(shown.length).toBeGreaterThan(100)
  expect(shown.flatMap(([path, source]) => literalWords(path, source))).toEqual([])
})

test.each([
  ['<p>Pay now</p>', 'Pay now'],
  [`<p>{'Pay now'}</p>`, 'Pay now'],
  ['<p>{`Pay ${amount}`}</p>', 'Pay'],
  [`<p>{isDue ? 'Pay now' : text.later}</p>`, 'Pay now'],
  [`<p>{isDue && 'Pay now'}</p>`, 'Pay now'],
  [`<p>{'Pay ' + amount}</p>`, 'Pay'],
  ['<button aria-label="Pay now" />', 'Pay now'],
  [`<button title={isDue ? 'Pay now' : undefined} />`, 'Pay now'],
  ['<>Pay now</>', 'Pay now'],
])('%s is reported', (source, words) => {
  expect(literalWords('x.tsx', `const x = () => ${source}`)).toEqual([`x.tsx:1 ${words}`])
})

test.each([
  '<p>{text.pay} · {amount}, </p>',
  `<p className="hint">{state === 'due' ? text.pay : null}</p>`,
  `<p>{text.pay('now')}</p>`,
  `<p>{text['pay']}</p>`,
  '<div lang="de"><p>Jetzt zahlen</p></div>',
  '<p>Google</p>',
])('%s is accepted', (source) => expect(literalWords('x.tsx', `const x = () => ${source}`)).toEqual([]))
