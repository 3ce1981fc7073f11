import { ACTION_TEXTS } from '#contract/log-texts/action-texts.ts'
import type { AuditNoun } from '#contract/workspaces/audit.ts'
import { createTexts } from '#shared/texts/create-texts.ts'

export { actionWords } from '#contract/log-texts/action-texts.ts'

/** The texts of the entries, by the action's name in the API. */
export const actionTexts = createTexts(ACTION_TEXTS.en, ACTION_TEXTS.de)

/** The prefixes of the actions. As a filter, a prefix stands for all of its actions. */
export const groupTexts = createTexts<Record<AuditNoun, string>>(
  {
    request: 'Everything about requests',
    drill: 'Everything about drills',
    kind: 'Everything about kinds of request',
    participant: 'Everything about participants',
    change: 'Everything about changes',
    group: 'Everything about groups',
    workspace: 'Everything about the workspace',
    mail: 'Everything about e-mails',
  },
  {
    request: 'Alles zu Anfragen',
    drill: 'Alles zu Übungen',
    kind: 'Alles zu Arten von Anfragen',
    participant: 'Alles zu Mitgliedern',
    change: 'Alles zu Änderungen',
    group: 'Alles zu Gruppen',
    workspace: 'Alles zum Workspace',
    mail: 'Alles zu E-Mails',
  },
)
