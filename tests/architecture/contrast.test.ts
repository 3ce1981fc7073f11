import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-graph.ts'

const css = readFileSync(join(root, 'web/src/shared/tokens.css'), 'utf8')

const [light = '', dark = ''] = css.split("[data-theme='dark']")

/** Returns a colour token of a theme as red, green and blue from 0 to 1. */
const colour = (theme: string, name: string): readonly number[] => {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(theme)?.[1] ?? ''
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
}

/** As WCAG 2.2 defines them. */
const luminance = (rgb: readonly number[]): number => {
  const [r = 0, g = 0, b = 0] = rgb.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one: readonly number[], other: readonly number[]): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const themes = [
  ['light', light],
  ['dark', dark],
] as const

const contrasts = (theme: string, names: readonly string[], places: readonly string[]) =>
  names.flatMap((name) =>
    places.map((place) => ({ name, place, is: contrast(colour(theme, name), colour(theme, place)) })),
  )

test.each(themes)(
  'field borders have a contrast of at least 3 in the %s theme: change web/src/shared/tokens.css',
  (_, theme) => {
    const all = contrasts(theme, ['field-line'], ['surface', 'bg', 'raised'])
    expect(all.filter(({ is }) => !(is >= 3))).toEqual([])
  },
)

test.each(themes)(
  'text has a contrast of at least 4.5 in the %s theme: change web/src/shared/tokens.css',
  (_, theme) => {
    const all = [
      ...contrasts(theme, ['ink', 'ink-2', 'ink-3', 'danger'], ['surface', 'bg']),
      ...contrasts(theme, ['on-primary'], ['primary']),
    ]
    expect(all.filter(({ is }) => !(is >= 4.5))).toEqual([])
  },
)
