import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Built = Readonly<
  Record<
    string,
    { readonly file: string; readonly css?: readonly string[]; readonly assets?: readonly string[] }
  >
>

/** Writes the build's name and file list into the service worker in `folder`. Each build thus has a new worker. */
export const stampServiceWorker = (folder: string): void => {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const built = Object.values(JSON.parse(read('phone.json')) as Built)
  const all = new Set(built.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))
  const files = [...all].map((file) => `/${file}`).toSorted()
  const name = createHash('sha256').update(read('m.html')).update(files.join()).digest('hex').slice(0, 16)
  const worker = join(folder, 'm-sw.js')
  writeFileSync(worker, `self.BUILD=${JSON.stringify({ name, files })};${readFileSync(worker, 'utf8')}`)
  rmSync(join(folder, 'phone.json'))
}
