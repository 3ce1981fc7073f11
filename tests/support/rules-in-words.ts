import type { Rule, When, Who } from '#contract/requests/kinds.ts'

/** Rules in words, for tests: `2 of Treasury+Board as-many when from 10000, below 50000, in EUR, payee is Acme, by Buying`. */

const CONDITIONS: readonly (readonly [RegExp, (value: string, other: string) => When])[] = [
  [/^from (\S+)$/, (amountFrom) => ({ amountFrom })],
  [/^below (\S+)$/, (amountTo) => ({ amountTo })],
  [/^in (\S+)$/, (currency) => ({ currency })],
  [/^by (\S+)$/, (requesterGroup) => ({ requesterGroup })],
  [/^(\S+) is (.+)$/, (name, is) => ({ field: { name, is } })],
]

const conditionOf = (text: string): When => {
  for (const [pattern, condition] of CONDITIONS) {
    const [, value = '', other = ''] = pattern.exec(text) ?? []
    if (value) return condition(value, other)
  }
  throw new Error(`“${text}” is no condition`)
}

const whoOf = (text: string): Who => {
  if (text === 'any') return 'any'
  return text.startsWith('@') ? { participants: text.slice(1).split('+') } : { groups: text.split('+') }
}

export const ruleOf = (text: string, more: Partial<Rule> = {}): Rule => {
  const [head = '', conditions] = text.split(' when ')
  const [count, , who = '', declines] = head.split(' ')
  return {
    when: Object.assign({}, ...(conditions?.split(', ').map(conditionOf) ?? [])) as When,
    who: whoOf(who),
    count: Number(count),
    before: null,
    hours: 24,
    ...(declines === 'as-many' && { declines }),
    ...more,
  }
}
