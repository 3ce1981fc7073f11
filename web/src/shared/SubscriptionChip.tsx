import { createTexts } from './texts/create-texts.ts'
import './chip.css'

/** The words are fixed, whatever the language; anything unknown counts as a test. */
const LABELS: Readonly<Record<string, string>> = { inactive: 'inaktiv', premium: 'premium' }

export const chipTexts = createTexts({ label: 'Subscription:' }, { label: 'Abonnement:' })

export const subscriptionLabel = (subscription: string): string => LABELS[subscription] ?? 'test'

export const SubscriptionChip = ({ subscription }: { readonly subscription: string }) => {
  const text = chipTexts.use()
  const label = subscriptionLabel(subscription)
  return (
    <span className={`chip chip-${label}`}>
      <span className="visually-hidden">{text.label} </span>
      <span lang="de">{label}</span>
    </span>
  )
}
