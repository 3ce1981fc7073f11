import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const digest = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
const mac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<day>\d{8})\/(?<region>[^/]+)\/s3\/aws4_request, SignedHeaders=(?<names>[^,]+), Signature=(?<signature>\w{64})$/

/** Whether the signature of a request fits the secret, as version 4 of AWS's signatures says. Knows no queries. */
const isSigned = ({ method, url, headers }: IncomingMessage, body: Buffer, account: Account): boolean => {
  const { id, day, region, names, signature } = AUTHORIZATION.exec(headers.authorization ?? '')?.groups ?? {}
  if (id !== account.id || region !== account.region || day === undefined || names === undefined) return false
  const content = String(headers['x-amz-content-sha256'])
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const canonical = [method, url, '', lines.join(''), names, content].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(mac, `AWS4${account.secret}`)
  return content === digest(body) && mac(key, text).toString('hex') === signature
}

type Account = { readonly id: string; readonly secret: string; readonly region: string }

const put = (objects: Map<string, Buffer>, { url = '', headers }: IncomingMessage, body: Buffer): Answer => {
  if (headers['content-md5'] !== createHash('md5').update(body).digest('base64'))
    return [400, 'InvalidRequest']
  if (headers['if-none-match'] === '*' && objects.has(url)) return [412, 'PreconditionFailed']
  objects.set(url, body)
  return [200, '']
}

type Answer = readonly [status: number, code: string, bytes?: Buffer]

/** A bucket on loopback as an S3-compatible object store has one, with a lock: it wants Content-MD5. Keeps what it accepts. */
export const openBucket = async () => {
  const account = { id: 'KEYID', secret: 'a/secret+key', region: 'eu-central-1' }
  const objects = new Map<string, Buffer>()
  const answerTo = (request: IncomingMessage, body: Buffer): Answer => {
    const { method, url = '' } = request
    if (!isSigned(request, body, account)) return [403, 'SignatureDoesNotMatch']
    if (method === 'PUT') return put(objects, request, body)
    const bytes = objects.get(url)
    if (method === 'DELETE') objects.delete(url)
    if (method === 'DELETE') return [204, '']
    if (method !== 'GET' && method !== 'HEAD') return [405, 'MethodNotAllowed']
    return bytes ? [200, '', bytes] : [404, 'NoSuchKey']
  }
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const [status, code, bytes] = answerTo(request, body)
      response.writeHead(status).end(bytes ?? (code && `<Error><Code>${code}</Code></Error>`))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...account,
    objects,
    url: `http://${account.id}:${encodeURIComponent(account.secret)}@127.0.0.1:${port}/seals`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
