import featureMessages from '@eventstore/db-client/generated/serverfeatures_pb.js'
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { createLog } from './esdb-fake-log.ts'
import { appendHandler } from './esdb-fake-append.ts'
import type { Faults } from './esdb-fake-faults.ts'
import { openGate } from './esdb-fake-gate.ts'
import { readHandler } from './esdb-fake-read.ts'
import { Server, ServerCredentials } from './esdb-fake-transport.ts'

/**
 * An EventStoreDB on loopback for the real client: the answers of a 23.10 server, as they were measured, over
 * gRPC, with faults on demand.
 */
export const startEsdbFake = async () => {
  const log = createLog()
  const faults: Faults = {}
  const server = new Server()
  server.addService(ServerFeaturesService, {
    getSupportedMethods: (_: unknown, answer: (error: null, features: unknown) => void) => {
      const features = new featureMessages.SupportedMethods()
      features.setEventStoreServerVersion('23.10.6')
      answer(null, features)
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    const insecure = ServerCredentials.createInsecure()
    server.bindAsync('127.0.0.1:0', insecure, (error, bound) => (error ? reject(error) : resolve(bound)))
  })
  const gate = await openGate({ host: '127.0.0.1', port })
  server.addService(StreamsService, {
    append: appendHandler({ log, faults, cut: gate.cut, port: gate.port }),
    read: readHandler({ log, faults, cut: gate.cut }),
  })
  return {
    url: `esdb://127.0.0.1:${gate.port}?tls=false`,
    log,
    faults,
    gate,
    async close() {
      await gate.close()
      server.forceShutdown()
    },
  }
}

export type EsdbFake = Awaited<ReturnType<typeof startEsdbFake>>
