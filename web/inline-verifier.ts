import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const withoutEmpty = (styles: string): string => styles.replaceAll(/[^{}]+\{\}/g, '')

/** Drops the variables that nothing reads: the page has the tokens of all pages. */
const withoutUnread = (styles: string): string => {
  const read = new Set([...styles.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  const kept = styles.replaceAll(/(--[\w-]+):[^;{}]*;?/g, (whole, name: string) =>
    read.has(name) ? whole : '',
  )
  return kept === styles ? withoutEmpty(withoutEmpty(styles)) : withoutUnread(kept)
}

/** Drops the rules for classes that the page does not have: it has the styles of all pages. */
const withoutUnused = (styles: string, used: string): string =>
  styles.replaceAll(/([^{}]+)\{[^{}]*\}/g, (rule, selectors: string) => {
    const isUsed = (selector: string) =>
      [...selector.matchAll(/\.([a-z][\w-]*)/g)].every(([, name = '']) => used.includes(name))
    return selectors.startsWith('@') || selectors.split(',').some(isUsed) ? rule : ''
  })

/** Makes the built page that verifies files one document, whose policy allows its own script and styles and no network. */
export const inlineVerifier = (dist: string): void => {
  const path = join(dist, 'verify.html')
  const page = readFileSync(path, 'utf8')
  const taken: string[] = []
  const take = (tag: RegExp): string => {
    const [, name] = tag.exec(page) ?? []
    if (name === undefined) throw new Error(`the verifier has no ${String(tag)}`)
    taken.push(join(dist, name))
    return readFileSync(join(dist, name), 'utf8').trim()
  }
  const SCRIPT = /<script type="module"[^>]* src="\/([^"]+)"><\/script>/
  const STYLES = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/
  const script = take(SCRIPT).replaceAll('</script', '<\\/script')
  const styles = withoutUnread(withoutUnused(take(STYLES), `${page} ${script}`))
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(styles)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`
  const whole = page
    .replace('<meta name="viewport"', () => `${head}\n    <meta name="viewport"`)
    .replace(SCRIPT, '')
    .replaceAll(/\n\s+/g, '\n')
    .replace(STYLES, () => `<style>${styles}</style>`)
    .replace('</body>', () => `<script type="module">${script}</script>\n  </body>`)
  writeFileSync(path, whole)
  for (const file of taken) rmSync(file)
}
