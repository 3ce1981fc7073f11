import { Metadata, status } from './transport.ts'

type Failure = { readonly code: number; readonly details: string; readonly about?: Record<string, string> }

const failed = ({ code, details, about = {} }: Failure) => {
  const metadata = new Metadata()
  for (const [key, value] of Object.entries(about)) metadata.set(key, value)
  return Object.assign(new Error(details), { code, details, metadata })
}

/** The errors of the server, with its texts. */
export const failures = {
  internal: () => failed({ code: status.INTERNAL, details: 'Exception was thrown by handler.' }),
  unavailable: () => failed({ code: status.UNAVAILABLE, details: 'Error starting gRPC call.' }),
  notReady: () => failed({ code: status.UNAVAILABLE, details: 'Server Is Not Ready' }),
  commitTimeout: () => failed({ code: status.ABORTED, details: 'Operation timed out. Commit phase timeout' }),
  tooSlow: () =>
    failed({
      code: status.ABORTED,
      details:
        'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
    }),
  unauthenticated: () => failed({ code: status.UNAUTHENTICATED, details: 'Authentication failed' }),
  unknown: (details: string) => failed({ code: status.UNKNOWN, details }),
  noLeaderInfo: () => failed({ code: status.UNKNOWN, details: 'No leader info available in response' }),
  notLeader: (port: number | null) =>
    failed({
      code: status.NOT_FOUND,
      details: 'Leader info available',
      about: {
        exception: 'not-leader',
        ...(port === null
          ? {}
          : { 'leader-endpoint-host': '127.0.0.1', 'leader-endpoint-port': String(port) }),
      },
    }),
}
