import type { ComponentProps } from 'react'
import { InviteMany } from './invitations/InviteMany.tsx'
import { Onboarding } from './onboarding/Onboarding.tsx'

/** The first steps. One of them contains the invitation form. */
export const WorkspaceOnboarding = (props: Omit<ComponentProps<typeof Onboarding>, 'colleagues'>) => (
  <Onboarding {...props} colleagues={<InviteMany workspace={props.workspace} />} />
)
