import featureMessages from '@eventstore/db-client/generated/serverfeatures_pb.js'
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { appendHandler } from './append.ts'
import type { Faults } from './faults.ts'
import { openGate } from './gate.ts'
import type { Log } from './log.ts'
import type { ClusterView } from './cluster.ts'
import { readHandler } from './read.ts'
import { Server, ServerCredentials } from './transport.ts'

type Options = { readonly log: Log; readonly faults: Faults; readonly cluster: ClusterView }

/** Starts one server of the cluster behind a gate. It does not serve gossip. */
export const startNode = async ({ log, faults, cluster }: Options) => {
  const server = new Server()
  const port = await new Promise<number>((resolve, reject) => {
    const insecure = ServerCredentials.createInsecure()
    server.bindAsync('127.0.0.1:0', insecure, (error, bound) => (error ? reject(error) : resolve(bound)))
  })
  const gate = await openGate({ host: '127.0.0.1', port })
  const own = { log, faults, cluster, cut: gate.cut }
  server.addService(ServerFeaturesService, {
    getSupportedMethods: (_: unknown, answer: (error: null, features: unknown) => void) => {
      const features = new featureMessages.SupportedMethods()
      features.setEventStoreServerVersion('23.10.6')
      answer(null, features)
    },
  })
  server.addService(StreamsService, { append: appendHandler(own), read: readHandler(own) })
  return {
    port: gate.port,
    gate,
    /** Shuts down gracefully: accepts no new connections and waits for the calls in flight. */
    stop: () => new Promise<void>((resolve) => server.tryShutdown(() => resolve())),
    async close() {
      await gate.close()
      server.forceShutdown()
    },
  }
}
