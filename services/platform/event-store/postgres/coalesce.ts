import type { Listener, Notified } from '../../postgres/listener.ts'
import type { EventStore } from '../event-store.ts'

type ReadOptions = Parameters<EventStore['readAll']>[0]

/**
 * Answers equal reads of the same tick by one. Subscriptions at the same position read together when they are notified of a new
 * event. The read starts after the last of them has asked, so each sees the event.
 */
export const coalesceReads = <T>(
  read: (options: ReadOptions) => Promise<T>,
): ((options: ReadOptions) => Promise<T>) => {
  const pending = new Map<string, Promise<T>>()
  return (options) => {
    const key = `${options.after} ${options.max}`
    const known = pending.get(key)
    if (known) return known
    const { promise, resolve } = Promise.withResolvers<T>()
    pending.set(key, promise)
    process.nextTick(() => {
      pending.delete(key)
      resolve(read(options))
    })
    return promise
  }
}

/**
 * Passes on at most one notification every `ms`, the newest, to all subscribers at the same time. A `null` (notifications may
 * have been missed) is passed on at once.
 */
export const throttleNotifications = ({ on }: Pick<Listener, 'on'>, ms: number): Pick<Listener, 'on'> => {
  const open = (channel: string) => {
    const fns = new Set<Notified>()
    let newest: string | undefined
    let timer: NodeJS.Timeout | undefined
    const notify = (payload: string | null) => {
      for (const fn of fns) fn(payload)
    }
    const off = on(channel, (payload) => {
      if (payload === null) return notify(null)
      newest = payload
      timer ??= setTimeout(() => {
        timer = undefined
        notify(newest!)
      }, ms)
    })
    return {
      fns,
      end() {
        clearTimeout(timer)
        off()
      },
    }
  }
  const channels = new Map<string, ReturnType<typeof open>>()
  return {
    on(channel, fn) {
      const throttled = channels.get(channel) ?? open(channel)
      channels.set(channel, throttled)
      throttled.fns.add(fn)
      return () => {
        throttled.fns.delete(fn)
        if (throttled.fns.size > 0 || channels.get(channel) !== throttled) return
        channels.delete(channel)
        throttled.end()
      }
    },
  }
}
