import { expect } from 'vitest'

const LABELS = String.raw`(\{[a-z_]+="(\\[\\"n]|[^"\\])*"(,[a-z_]+="(\\[\\"n]|[^"\\])*")*\})?`
const SAMPLE = new RegExp(String.raw`^([a-z_]+)${LABELS} (\d+(?:\.\d+)?(?:e[+-]\d+)?)$`)
const HEAD = /^# HELP ([a-z_]+) (.+)$/
const KIND = /^# TYPE ([a-z_]+) (counter|gauge|histogram)$/
const LE = /,?le="([^"]+)"/
const FIRST_LE = /\{(le="[^"]+"),(.+)\}$/

export type Figures = ReadonlyMap<string, number>

/** Checks that bounds ascend, counts never fall, and +Inf has the total, for each combination of labels. */
const checkBuckets = (family: string, samples: Figures) => {
  const rows = new Map<string, [bound: number, count: number][]>()
  for (const [series, count] of samples) {
    const bound = LE.exec(series)?.[1]
    if (!series.startsWith(`${family}_bucket`) || bound === undefined) continue
    const others = series.replace(LE, '').replace('_bucket', '_count').replace('{}', '')
    const row = rows.get(others) ?? []
    rows.set(others, [...row, [bound === '+Inf' ? Infinity : Number(bound), count]])
  }
  expect(rows.size).toBe([...samples.keys()].filter((series) => series.startsWith(`${family}_count`)).length)
  for (const [series, row] of rows) {
    expect(row).toEqual(row.toSorted(([a], [b]) => a - b))
    expect(row.map(([, count]) => count)).toEqual(row.map(([, count]) => count).toSorted((a, b) => a - b))
    expect(row.at(-1)).toEqual([Infinity, samples.get(series)])
    expect(samples.has(series.replace('_count', '_sum'))).toBe(true)
  }
}

/** Returns the families with their samples. Each must begin with one HELP and one TYPE. */
const familiesOf = (lines: readonly string[]) => {
  const families: { name: string; kind: string; samples: string[] }[] = []
  for (let at = 0; at < lines.length;) {
    const [, name = ''] = HEAD.exec(lines[at++]!) ?? []
    const [, typed, kind = ''] = KIND.exec(lines[at++] ?? '') ?? []
    expect(typed).toBe(name)
    const end = lines.findIndex((line, i) => i >= at && line.startsWith('#'))
    const samples = lines.slice(at, end < 0 ? lines.length : end)
    families.push({ name, kind, samples })
    at += samples.length
  }
  const names = families.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
  return families
}

/**
 * Every series with its value, `le` as its last label. Fails if the text is not Prometheus text (exposition format
 * 0.0.4, where empty lines and the order of labels have no meaning).
 */
export const parsePrometheus = (text: string): Figures => {
  expect(text.endsWith('\n')).toBe(true)
  const figures = new Map<string, number>()
  const families = familiesOf(text.split('\n').filter((line) => line !== ''))
  for (const { name, kind, samples } of families) {
    const names = kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name]
    for (const line of samples) {
      const [whole, sample] = SAMPLE.exec(line) ?? []
      expect(whole).toBe(line)
      expect(names).toContain(sample)
      const end = line.lastIndexOf(' ')
      const series = line.slice(0, end).replace(FIRST_LE, '{$2,$1}')
      expect([series, figures.has(series)]).toEqual([series, false])
      figures.set(series, Number(line.slice(end + 1)))
    }
  }
  for (const { name, kind } of families) if (kind === 'histogram') checkBuckets(name, figures)
  return figures
}
