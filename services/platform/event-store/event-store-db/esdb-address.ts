import type { Credentials } from '@eventstore/db-client'

const pattern = /^esdb(?:\+discover)?:\/\/(?:([^:@/]+):([^@]+)@)?([^@/?]+)\/?(?:\?(.*))?$/

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('The user and password of the event store’s url must be percent-encoded.')
  }
}

/**
 * The parts of an `esdb://user:password@host:port,host:port?option=value` url. Every host may lead to the leader,
 * so a name to discover is a host like another. Throws an error that shows nothing of the url.
 */
export const readAddress = (url: string) => {
  const [, username = 'nobody', password = 'nobody', hosts, options = ''] = pattern.exec(url.trim()) ?? []
  if (!hosts)
    throw new Error('The event store’s url must be esdb://user:password@host:port,…, percent-encoded.')
  return {
    hosts: hosts.split(','),
    options,
    /** What each call carries: only with credentials of its own does an append take the plain path. */
    credentials: { username: decoded(username), password: decoded(password) } satisfies Credentials,
  }
}
