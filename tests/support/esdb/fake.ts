import type { Faults, LeaderLie } from './faults.ts'
import { createLog } from './log.ts'
import { startNode } from './node.ts'

type Node = Awaited<ReturnType<typeof startNode>>

/** No server listens on this port. */
const deadPort = 1

/**
 * Starts a fake EventStoreDB cluster on loopback for the real client. It gives the recorded answers of 23.10 servers over gRPC, with
 * faults on demand. The nodes share one log, so none of them lags.
 */
export const startEsdbCluster = async (size = 3) => {
  const log = createLog()
  const faults: Faults = {}
  const nodes: Node[] = []
  let leader: number | null = 0
  const portOf = (node: number) => (nodes[node % size] as Node).port
  const reportedLeader = (node: number, lie?: LeaderLie): number | null => {
    if (lie === undefined) return leader === null ? null : portOf(leader)
    const ports = {
      nobody: null,
      itself: portOf(node),
      'a follower': portOf((leader ?? 0) + 1),
      'a dead node': deadPort,
    }
    return ports[lie]
  }
  const clusterViewOf = (node: number) => ({
    node,
    leads: () => leader === node,
    leader: (lie?: LeaderLie) => reportedLeader(node, lie),
  })
  for (let node = 0; node < size; node += 1)
    nodes.push(await startNode({ log, faults, cluster: clusterViewOf(node) }))
  return {
    log,
    faults,
    nodes: nodes as readonly Node[],
    /** Elects a leader; null for none. Live subscriptions of the old leader continue. */
    elect(node: number | null) {
      leader = node
    },
    async close() {
      await Promise.all(nodes.map((node) => node.close()))
    },
  }
}

/** Starts a single fake EventStoreDB. */
export const startEsdbFake = async () => {
  const { log, faults, nodes, close } = await startEsdbCluster(1)
  const { gate, port, stop } = nodes[0] as Node
  return { url: `esdb://127.0.0.1:${port}?tls=false`, log, faults, gate, stop, close }
}

export type EsdbFake = Awaited<ReturnType<typeof startEsdbFake>>
