import { createRequire } from 'node:module'

type Metadata = { set(key: string, value: string): void }
type Server = {
  addService(service: object, handlers: object): void
  bindAsync(address: string, credentials: object, bound: (error: Error | null, port: number) => void): void
  forceShutdown(): void
  tryShutdown(ended: (error?: Error) => void): void
}
type Transport = {
  readonly Server: new () => Server
  readonly ServerCredentials: { createInsecure(): object }
  readonly Metadata: new () => Metadata
  readonly status: Readonly<
    Record<'INTERNAL' | 'UNAVAILABLE' | 'ABORTED' | 'UNKNOWN' | 'NOT_FOUND' | 'UNAUTHENTICATED', number>
  >
}

/** The gRPC package of the client itself, because its generated messages and services depend on that version. */
const requireAsClient = createRequire(createRequire(import.meta.url).resolve('@eventstore/db-client'))

export const { Server, ServerCredentials, Metadata, status } = requireAsClient('@grpc/grpc-js') as Transport
