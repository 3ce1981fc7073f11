import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** Runs a script in its own process with `input` as JSON on stdin, and returns the JSON of its output. */
export const runWorker = async <Answer>(script: URL, input: unknown): Promise<Answer> => {
  const file = fileURLToPath(script)
  const worker = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((done) => worker.once('close', done))
  worker.stdin.end(JSON.stringify(input))
  const [output, errors] = await Promise.all([text(worker.stdout), text(worker.stderr)])
  const code = await ended
  if (code !== 0) throw new Error(`${file} ended with ${code}:\n${errors}`)
  return JSON.parse(output) as Answer
}
