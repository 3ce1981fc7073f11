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
 * Splits an `esdb://user:password@host:port,host:port?option=value` URL. Every host can redirect to the leader, so a name to
 * discover is an ordinary host. The error that it throws shows no part of the URL.
 */
export const readAddress = (url: string) => {
  const [, username = 'nobody', password = 'nobody', hosts, options = ''] = pattern.exec(url.trim()) ?? []
  if (!hosts)
    throw new Error('The event store’s url must be esdb://user:password@host:port,…, percent-encoded.')
  return {
    hosts: hosts.split(','),
    options,
    /** Passed with each call. The client sends appends with their own credentials as single unary calls. */
    credentials: { username: decoded(username), password: decoded(password) } satisfies Credentials,
  }
}
