import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { UserFacingError } from './user-facing-error.ts'

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.name === 'dist' || entry.name === 'node_modules') return []
    return entry.isDirectory() ? filesBelow(path) : [path]
  })

/** Hashes all inputs of the build. */
const hashOfSources = (root: string): string => {
  const folders = [join(root, 'web'), join(root, 'services/contract')]
  const hash = createHash('sha256')
  for (const file of [...folders.flatMap(filesBelow).sort(), join(root, 'package-lock.json')])
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

const builtFrom = (dist: string): string | null => {
  const stamp = join(dist, '.sources')
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : null
}

/** Runs Vite in its own process, which frees its memory. */
const runVite = async (root: string, out: string, signal: AbortSignal) => {
  const args = [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'web', '--outDir', out, '--emptyOutDir']
  const child = spawn(process.execPath, [...args, '--logLevel', 'warn'], {
    cwd: root,
    // With an inherited NODE_ENV the bundle could contain React's development build.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0)
    throw new UserFacingError(`The web app could not be built:\n${Buffer.concat(output).toString()}`)
}

const move = (from: string, to: string, harmless: readonly string[]) => {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!harmless.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Another start may build at the same time. The first one wins; both are the same. */
const swapIn = (fresh: string, dist: string) => {
  move(dist, `${fresh}.old`, ['ENOENT'])
  move(fresh, dist, ['ENOTEMPTY', 'EEXIST'])
}

/**
 * Brings `web/dist` up to date with its sources. Returns whether it had to build. Throws UserFacingError with the
 * build's output, or an AbortError.
 */
export const buildWeb = async (root: string, signal: AbortSignal): Promise<boolean> => {
  const dist = join(root, 'web/dist')
  const sources = hashOfSources(root)
  if (builtFrom(dist) === sources) return false
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const place = mkdtempSync(join(cache, 'web-'))
  const fresh = join(place, 'dist')
  try {
    await runVite(root, fresh, signal)
    writeFileSync(join(fresh, '.sources'), sources)
    swapIn(fresh, dist)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
  return true
}
