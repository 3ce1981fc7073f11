import type { Listener, Notified } from '../../postgres/listener.ts'
import type { EventStore } from '../event-store.ts'

type Asked = Parameters<EventStore['readAll']>[0]

/**
 * Answers all who ask the same in the same moment, as followers at one place do when they are told of a new fact, by one
 * read; it begins after the last of them has asked, so that each sees what it was told of.
 */
export const inOneGo = <T>(read: (asked: Asked) => Promise<T>): ((asked: Asked) => Promise<T>) => {
  const asking = new Map<string, Promise<T>>()
  return (asked) => {
    const key = `${asked.after} ${asked.max}`
    const known = asking.get(key)
    if (known) return known
    const { promise, resolve } = Promise.withResolvers<T>()
    asking.set(key, promise)
    process.nextTick(() => {
      asking.delete(key)
      resolve(read(asked))
    })
    return promise
  }
}

/** The same notifications, told to all at once and at most every `ms`: the newest of that time, and at once that some were missed. */
export const gatherNotified = ({ on }: Pick<Listener, 'on'>, ms: number): Pick<Listener, 'on'> => {
  const gather = (channel: string) => {
    const fns = new Set<Notified>()
    let newest: string | undefined
    let timer: NodeJS.Timeout | undefined
    const tell = (payload: string | null) => {
      for (const fn of fns) fn(payload)
    }
    const off = on(channel, (payload) => {
      if (payload === null) return tell(null)
      newest = payload
      timer ??= setTimeout(() => {
        timer = undefined
        tell(newest!)
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
  const channels = new Map<string, ReturnType<typeof gather>>()
  return {
    on(channel, fn) {
      const gathered = channels.get(channel) ?? gather(channel)
      channels.set(channel, gathered)
      gathered.fns.add(fn)
      return () => {
        gathered.fns.delete(fn)
        if (gathered.fns.size > 0 || channels.get(channel) !== gathered) return
        channels.delete(channel)
        gathered.end()
      }
    },
  }
}
