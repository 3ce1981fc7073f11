/** Samples of what operators do; part of `samples.ts`. */
export const opsSamples = {
  ReadModelBuildStarted: { stream: 'ops-root', data: { model: 'requests', version: 4, build: 7 } },
  ReadModelPromoted: { stream: 'ops-root', data: { model: 'requests', version: 4, build: 7, replaced: 6 } },
  ReadModelRolledBack: { stream: 'ops-root', data: { model: 'requests', version: 3, build: 6, replaced: 7 } },
  ReadModelRetired: { stream: 'ops-root', data: { model: 'requests', version: 4, build: 7 } },
  RecordsAdopted: {
    stream: 'ops-takeover',
    data: { to: 'p1:00000000000000000007', until: '2026-11-24T12:00:00.000Z', rows: 3 },
  },
  ReadModelLanesRetried: { stream: 'ops-root', data: { model: 'requests', version: 3, build: 6, lanes: 2 } },
  WorkspacesExported: {
    stream: 'operator-8b1d3c70-5a4e-4f9b-9c2d-1e2f3a4b5c6d',
    data: { userId: '8b1d3c70-5a4e-4f9b-9c2d-1e2f3a4b5c6d', workspaces: 218 },
  },
} as const
