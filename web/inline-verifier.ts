import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const withoutEmpty = (styles: string): string => styles.replaceAll(/[^{}]+\{\}/g, '')

/** Drops the space that no value needs. */
const withoutSpace = (styles: string): string =>
  styles.replaceAll(/("[^"]*")|\s*([,/])\s*/g, (_, text?: string, sign?: string) => text ?? sign!)

/** Drops the variables that nothing reads: the page has the tokens of all pages. */
const withoutUnread = (styles: string): string => {
  const read = new Set([...styles.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  const kept = styles.replaceAll(/(--[\w-]+):[^;{}]*;?/g, (whole, name: string) =>
    read.has(name) ? whole : '',
  )
  return kept === styles ? withoutEmpty(withoutEmpty(styles)) : withoutUnread(kept)
}

/** Puts a variable that one rule reads, and that is the same in both themes, in the place where it is read. */
const withReadOnce = (styles: string): string => {
  const once = [...styles.matchAll(/(--[\w-]+):([^;{}]*);/g)].find(
    ([, name = '']) => styles.split(`var(${name})`).length === 2 && styles.split(`${name}:`).length === 2,
  )
  if (!once) return styles
  const [defined, name = '', value = ''] = once
  return withReadOnce(styles.replace(defined, '').replace(`var(${name})`, () => value))
}

/** Drops the rules for classes that the page does not have: it has the styles of all pages. */
const withoutUnused = (styles: string, used: string): string =>
  styles.replaceAll(/([^{}]+)\{[^{}]*\}/g, (rule, selectors: string) => {
    const isUsed = (selector: string) =>
      [...selector.matchAll(/\.([a-z][\w-]*)/g)].every(([, name = '']) => used.includes(name))
    return selectors.startsWith('@') || selectors.split(',').some(isUsed) ? rule : ''
  })

/** Drops what holds moving parts still, if nothing moves. */
const withoutMotion = (styles: string): string => {
  const rest = styles.replace(/@media \(prefers-reduced-motion:reduce\)\{[^{}]*\{[^{}]*\}\}/, '')
  return /transition|animation/.test(rest) ? styles : rest
}

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
  const used = withoutUnused(take(STYLES), `${page} ${script}`)
  const styles = withoutSpace(withReadOnce(withoutUnread(withoutMotion(used))))
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(styles)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`
  const whole = page
    .replace('<meta name="viewport"', () => `${head}\n    <meta name="viewport"`)
    .replace(SCRIPT, '')
    .replaceAll(/\n\s+/g, '\n')
    .replaceAll(/>\n(?=<)/g, '>')
    // In a drawing the stroke closes the element.
    .replaceAll(/(<(?:meta|input)\b[^<>]*) \/>/g, '$1>')
    .replace(STYLES, () => `<style>${styles}</style>`)
    .replace('</body>', () => `<script type="module">${script}</script>\n  </body>`)
  writeFileSync(path, whole)
  for (const file of taken) rmSync(file)
}
