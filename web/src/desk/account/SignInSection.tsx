import type { CurrentUser } from '#contract/users.ts'
import { CheckIcon } from '../../shared/icons.tsx'
import { Fact } from '../../shared/SideDrawer.tsx'
import { Tag } from '../../shared/Tag.tsx'
import { accountTexts } from './texts.ts'

const METHODS = ['password', 'google', 'microsoft'] as const

export const SignInSection = ({ user }: { readonly user: CurrentUser }) => {
  const { signIn: text } = accountTexts.use()
  return (
    <section className="card panel">
      <h2>{text.title}</h2>
      <dl className="fact-list">
        {METHODS.map((method) => (
          <Fact key={method} name={text.names[method]}>
            {user.signInMethods.includes(method) ? (
              <Tag tone="good" icon={<CheckIcon />}>
                {text.on}
              </Tag>
            ) : (
              <span className="muted">{text.off}</span>
            )}
          </Fact>
        ))}
      </dl>
    </section>
  )
}
