import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { encoded } from '#platform/time-stamps/time-stamp-messages.ts'
import { temporaryFolder } from '../processes/local-process.ts'

/** A real time-stamping authority: certificates and answers are by OpenSSL. */

export const hasOpenssl = spawnSync('openssl', ['ts', '-help']).status === 0
export const whyNoStamps = hasOpenssl ? '' : ' (skipped: openssl is not installed)'

const run = promisify(execFile)
const openssl = (folder: string, line: string) => run('openssl', line.split(' '), { cwd: folder })

/** Of keys, as `openssl req -newkey` names them. */
export const KEYS = {
  rsa: 'rsa:2048',
  p256: 'ec -pkeyopt ec_paramgen_curve:P-256',
  p384: 'ec -pkeyopt ec_paramgen_curve:P-384',
} as const
type Key = keyof typeof KEYS

const PURPOSE = 'critical,timeStamping'
const extensionsOf = (purpose: string) =>
  `basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nsubjectKeyIdentifier=hash\nextendedKeyUsage=${purpose}\n`

const CONFIG = `[tsa]
serial = serial
crypto_device = builtin
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ordering = yes
ess_cert_id_alg = sha256
`

/** A folder with the root of an authority, and what is made with it. */
export const madeAuthority = async ({
  key = 'rsa',
  digest = 'sha256',
}: { key?: Key; digest?: string } = {}) => {
  const folder = temporaryFolder()
  const ssl = (line: string) => openssl(folder, line)
  const text = (file: string) => readFileSync(join(folder, file), 'utf8')
  writeFileSync(join(folder, 'tsa.cnf'), CONFIG)
  writeFileSync(join(folder, 'serial'), '01\n')
  await ssl(
    `req -x509 -newkey ${KEYS[key]} -nodes -keyout root.key -out root.pem -days 3650 -subj /O=Test/CN=Root -addext keyUsage=critical,keyCertSign -${digest}`,
  )

  /** Issues a certificate under a name; of the key of another one if that is given. */
  const issue = async (name: string, { purpose = PURPOSE, of = name, days = '3650', serial = '7' } = {}) => {
    writeFileSync(join(folder, `${name}.ext`), extensionsOf(purpose))
    const how = of === name ? `-newkey ${KEYS[key]} -nodes -keyout ${name}.key` : `-key ${of}.key -new`
    await ssl(`req ${how} -out ${name}.csr -subj /O=Test/CN=Zeit-${name}`)
    await ssl(
      `x509 -req -in ${name}.csr -CA root.pem -CAkey root.key -set_serial ${serial} -days ${days} -extfile ${name}.ext -out ${name}.pem -${digest}`,
    )
  }
  await issue('stamps')

  let [count, last]: [number, Promise<unknown>] = [0, Promise.resolve()]
  const answerOne = async (query: Uint8Array): Promise<Buffer> => {
    const name = `${(count += 1)}`
    writeFileSync(join(folder, `${name}.tsq`), query)
    await ssl(
      `ts -reply -config tsa.cnf -section tsa -queryfile ${name}.tsq -signer stamps.pem -inkey stamps.key -${digest} -out ${name}.tsr`,
    )
    return readFileSync(join(folder, `${name}.tsr`))
  }
  return {
    root: text('root.pem'),
    issue,
    pem: (name: string) => text(`${name}.pem`),
    /** The answer to a question. One at a time: OpenSSL counts in a file. */
    answer(query: Uint8Array): Promise<Buffer> {
      const next = last.then(() => answerOne(query))
      last = next.catch(() => undefined)
      return next
    },
    /** A token over this content, as somebody with the key makes it. */
    async sign(content: Uint8Array, { signer = 'stamps', more = '' } = {}): Promise<Uint8Array<ArrayBuffer>> {
      const name = `${(count += 1)}`
      writeFileSync(join(folder, `${name}.der`), content)
      await ssl(
        `cms -sign -binary -nodetach -cades -econtent_type 1.2.840.113549.1.9.16.1.4 -md ${digest} -signer ${signer}.pem -inkey stamps.key -outform DER -in ${name}.der -out ${name}.cms${more}`,
      )
      return new Uint8Array(readFileSync(join(folder, `${name}.cms`)))
    },
  }
}
export type Authority = Awaited<ReturnType<typeof madeAuthority>>

/** What a token says, in the place of what OpenSSL would say. */
export const stampInfo = (imprint: Uint8Array, time: string, ...more: readonly Uint8Array[]): Buffer =>
  encoded(
    0x30,
    encoded(2, Buffer.of(1)),
    encoded(6, Buffer.from('2a030401', 'hex')),
    encoded(0x30, Buffer.from('300d06096086480165030402010500', 'hex'), encoded(4, imprint)),
    encoded(2, Buffer.of(9)),
    encoded(0x18, Buffer.from(time)),
    ...more,
  )

type Behaviour = (query: Buffer) => Promise<{ status?: number; body: Uint8Array }>

/** The authority behind HTTP. `behave` changes what it does from now on. */
export const startAuthority = async (authority: Authority) => {
  const right: Behaviour = async (query) => ({ body: await authority.answer(query) })
  let [behaviour, asked] = [right, 0]
  const server = createServer((request, response) => {
    const answer = async () => {
      asked += 1
      const query = Buffer.concat(await request.toArray())
      const { status = 200, body } = await behaviour(query)
      response.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body)
    }
    answer().catch(() => response.destroy())
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return {
    url: `http://127.0.0.1:${port}/tsr`,
    /** Without one, as OpenSSL answers. */
    behave: (next: Behaviour = right) => void (behaviour = next),
    asked: () => asked,
    leave: close,
    back: () => listen(port),
    async close() {
      if (server.listening) await close()
    },
  }
}
