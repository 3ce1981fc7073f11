import { createTexts } from '#shared/texts/create-texts.ts'

export const glassTexts = createTexts(
  {
    open: 'Approve in an emergency',
    text: 'As an admin you can approve this alone if nobody else can decide it in time. All admins, the person who asked and everybody who is passed over are told at once, with your reason. A second person must confirm it within 72 hours. It stays marked for ever.',
    reason: 'Why it cannot wait',
    reasonHint: 'At least 20 characters. It is signed, and everybody who is told reads it.',
    tooShort: 'Please write at least 20 characters.',
    break: 'Approve alone',
    signBreak: 'Approve alone in an emergency',
    preparing: 'Checking…',
    confirmText: 'You can confirm this emergency approval. Talk to the admin who gave it first.',
    confirm: 'Confirm',
    signConfirm: 'Confirm an emergency approval',
    actions: 'Emergency approval',
  },
  {
    open: 'Im Notfall freigeben',
    text: 'Als Admin können Sie das allein freigeben, wenn sonst niemand rechtzeitig entscheiden kann. Alle Admins, die anfragende Person und alle Übergangenen erfahren es sofort, mit Ihrer Begründung. Eine zweite Person muss es innerhalb von 72 Stunden gegenzeichnen. Es bleibt für immer gekennzeichnet.',
    reason: 'Warum es nicht warten kann',
    reasonHint: 'Mindestens 20 Zeichen. Die Begründung wird signiert, und alle Benachrichtigten lesen sie.',
    tooShort: 'Bitte schreiben Sie mindestens 20 Zeichen.',
    break: 'Allein freigeben',
    signBreak: 'Im Notfall allein freigeben',
    preparing: 'Wird geprüft …',
    confirmText:
      'Sie können diese Notfreigabe gegenzeichnen. Sprechen Sie vorher mit dem Admin, der sie erteilt hat.',
    confirm: 'Gegenzeichnen',
    signConfirm: 'Eine Notfreigabe gegenzeichnen',
    actions: 'Notfreigabe',
  },
)
