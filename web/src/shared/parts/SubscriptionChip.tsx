import { CheckIcon } from './icons.tsx'
import { Tag } from './Tag.tsx'
import { createTexts } from '../texts/create-texts.ts'

/** The labels are the same in both languages. An unknown state counts as a trial. */
const LABELS = new Map([
  ['inactive', 'inaktiv'],
  ['premium', 'premium'],
] as const)
const TONES = { inaktiv: 'neutral', premium: 'good', test: 'selected' } as const

const chipTexts = createTexts({ label: 'Subscription:' }, { label: 'Abonnement:' })

export const subscriptionLabel = (subscription: string): keyof typeof TONES =>
  LABELS.get(subscription as 'inactive') ?? 'test'

export const SubscriptionChip = ({ subscription }: { readonly subscription: string }) => {
  const text = chipTexts.use()
  const label = subscriptionLabel(subscription)
  return (
    <Tag tone={TONES[label]} icon={label === 'premium' && <CheckIcon />}>
      <span className="visually-hidden">{text.label} </span>
      <span lang="de">{label}</span>
    </Tag>
  )
}
