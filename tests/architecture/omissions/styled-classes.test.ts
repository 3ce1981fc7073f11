import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { readSources, readStyles, root } from '../source-graph.ts'
import { nodesIn, textsOf, walk, type Node } from './syntax.ts'

/** Classes that no style names, each with the reason. */
const EXCUSED: Readonly<Record<string, string>> = {
  info: 'a notice looks like this without a class',
  'focus-row': 'what MoreButton looks for',
  'is-flexible': 'what ResizeHandle measures',
  imprint: 'what a test looks for',
}

const namesIn = (style: string): readonly string[] =>
  [...style.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!)
const styles = [...readStyles(), 'web/src/desk/frame/theme.ts']
const styled = new Set(styles.flatMap((path) => namesIn(readFileSync(join(root, path), 'utf8'))))

/** Returns `path class` for each class that a component gives and that no style names. */
const unstyled = (path: string, source: string): readonly string[] => {
  const found: string[] = []
  walk(parseSync(path, source).program as unknown as Node, (node) => {
    if (node.type !== 'JSXAttribute' || (node['name'] as Node)['name'] !== 'className') return
    const names = nodesIn(node['value'])
      .flatMap(textsOf)
      .flatMap((text) => text.split(/\s+/))
    // The fixed part of a name that a template completes ends in a dash.
    found.push(...names.filter((name) => name !== '' && !name.endsWith('-')))
  })
  return found
    .filter((name) => !styled.has(name) && !Object.hasOwn(EXCUSED, name))
    .map((name) => `${path} ${name}`)
}

test('a component gives no class that no style names: look for the part that has the look already', () => {
  const components = [...readSources()].filter(([path]) => /^web\/src\/.*(?<!\.test)\.tsx$/.test(path))
  expect(components.length).toBeGreaterThan(100)
  expect(components.flatMap(([path, source]) => unstyled(path, source))).toEqual([])
})

test('a class without a style is reported', () => {
  const found = unstyled(
    'x.tsx',
    '<p className="hint nowhere"><b className={is ? "hint" : `tag tag-${x} gone`} /></p>',
  )
  expect(found).toEqual(['x.tsx nowhere', 'x.tsx gone'])
})
