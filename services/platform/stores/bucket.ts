import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { inSpan } from '../watch/tracing.ts'

/** A bucket of an S3-compatible object store. Each call rejects with the code and the status of a refusal, or after 10 s. */
export type Bucket = {
  /** Keeps an object under a new name. False if the name has one, which stays. */
  put(name: string, body: Uint8Array, type: string): Promise<boolean>
  /** Undefined if there is none. */
  get(name: string): Promise<Uint8Array | undefined>
  has(name: string): Promise<boolean>
  /** Can be repeated. */
  remove(name: string): Promise<void>
}

const ANSWER_MS = 10_000
const IS_THERE = 412
const IS_NOT_THERE = 404
const EMPTY = new Uint8Array()

const sha256 = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex')

const refusalIn = async (response: Response): Promise<Error> => {
  const [, code = null] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? []
  return Object.assign(new Error('the bucket refused an object'), { code, responseCode: response.status })
}

type Sent = {
  readonly method: 'PUT' | 'GET' | 'HEAD' | 'DELETE'
  readonly body?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  /** A status that is no refusal. */
  readonly but: number
}

/** `url`: with the id and the secret of an access key. */
export const openBucket = (url: string, region: string | undefined): Bucket => {
  const { protocol, host, pathname, username, password } = new URL(url)
  const folder = `${protocol}//${host}${pathname.replace(/\/$/, '')}`
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: 's3',
    ...(region !== undefined && { region }),
    // The caller repeats.
    retries: 0,
  })

  const exchange = async (name: string, { method, body, headers, but }: Sent): Promise<Response> => {
    const response = await client.fetch(`${folder}/${name}`, {
      method,
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
      redirect: 'manual',
      headers: { ...headers, 'x-amz-content-sha256': sha256(body ?? EMPTY) },
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    if (!response.ok && response.status !== but) throw await refusalIn(response)
    return response
  }
  const send = (name: string, sent: Sent): Promise<Response> =>
    inSpan({ name: `S3 ${sent.method.toLowerCase()}`, kind: 'client' }, () =>
      exchange(name, sent).catch((error: Error) => {
        // `fetch` hides why it failed.
        throw error.cause ?? error
      }),
    )

  return {
    async put(name, body, type) {
      const headers = {
        'content-type': type,
        // A bucket that locks its objects wants it.
        'content-md5': createHash('md5').update(body).digest('base64'),
        'if-none-match': '*',
      }
      const response = await send(name, { method: 'PUT', body, headers, but: IS_THERE })
      await response.body?.cancel()
      return response.ok
    },
    async get(name) {
      const response = await send(name, { method: 'GET', but: IS_NOT_THERE })
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      await response.body?.cancel()
      return undefined
    },
    async has(name) {
      const { ok } = await send(name, { method: 'HEAD', but: IS_NOT_THERE })
      return ok
    },
    async remove(name) {
      const response = await send(name, { method: 'DELETE', but: IS_NOT_THERE })
      await response.body?.cancel()
    },
  }
}
