import { randomUUID } from 'node:crypto'
import { mailDecider } from '#modules/mails/mail.decider.ts'
import { mailsStream, OUTCOMES_PER_FACT } from '#modules/mails/mail.events.ts'
import { mailsOf } from '#modules/mails/mails.reactor.ts'
import { bySystem, type Executed, type Execution } from '#platform/commands/execute-command.ts'
import type { Actor, AnyEvent, Client, Fact } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { typesOf } from '../../worker/effects.ts'
import { mailKinds } from '../../worker/worker.ts'

type Parts = Pick<Platform, 'codec' | 'commands' | 'eventStore'>

type PastCommand<S, C, E extends AnyEvent> = Pick<
  Execution<S, C, E>,
  'decider' | 'stream' | 'workspaceId' | 'command' | 'beforeAppend'
> & {
  readonly actor: Actor
  readonly client: Client | null
  readonly at: Date
}

/** Executes a command as if at `at`. */
export type Act = <S, C, E extends AnyEvent>(command: PastCommand<S, C, E>) => Promise<Executed<S>>

const MAIL_MS = 3_000
const typesWithMails = typesOf({ mailKinds })

/**
 * Mails of what happened before `mailsFrom` are recorded as sent and never go out: the worker sends only mails without a
 * recorded outcome.
 */
export const createAct = ({ codec, commands, eventStore }: Parts, mailsFrom: Date): Act => {
  const recordMails = async (fact: Fact): Promise<void> => {
    const mails = await mailsOf(mailKinds, fact, commands)
    const at = new Date(new Date(fact.metadata.at).getTime() + MAIL_MS)
    for (let from = 0; from < mails.length; from += OUTCOMES_PER_FACT) {
      const outcomes = mails
        .slice(from, from + OUTCOMES_PER_FACT)
        .map(({ purpose, recipient }) => ({ purpose, recipient, outcome: 'sent' as const }))
      await commands.execute({
        decider: mailDecider,
        stream: mailsStream(fact.id),
        workspaceId: fact.metadata.workspaceId,
        context: { ...bySystem(derivedId('demo mails', fact.id, from), at), causationId: fact.id },
        command: { causeId: fact.id, outcomes, mails: mails.length },
      })
    }
  }

  return async ({ actor, client, at, ...execution }) => {
    const done = await commands.execute({
      ...execution,
      context: { commandId: randomUUID(), content: 'demo', actor, at, requestId: randomUUID(), client },
    })
    const { events, revision } = done
    if (at >= mailsFrom || !events.some(({ type }) => typesWithMails.has(type))) return done
    const stored = await eventStore.readStream(execution.stream, { from: revision - events.length + 1 })
    for (const fact of codec.decodeBlind(stored)) await recordMails(fact)
    return done
  }
}

export const SYSTEM: Actor = { kind: 'system', userId: null, role: 'system' }
