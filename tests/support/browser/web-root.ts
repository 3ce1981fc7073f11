import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { STATIC_PAGES } from '../../../services/api/plugins/static-web.ts'

/** Writes an empty document into `root` for each one of a web build. */
export const writeBarePages = (root: string): void => {
  const statics = [...Object.values(STATIC_PAGES), 'not-found'].flatMap((name) =>
    ['de', 'en'].map((language) => join('pages', `${name}.${language}.html`)),
  )
  mkdirSync(join(root, 'pages'), { recursive: true })
  for (const page of ['index.html', 'm.html', 'verify.html', ...statics])
    writeFileSync(join(root, page), `<!doctype html><title>${page}</title>`)
  writeFileSync(join(root, 'desk.json'), '{}')
}
