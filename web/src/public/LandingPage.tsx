import { CallIcon, ListIcon, ShieldIcon } from '../shared/icons.tsx'
import { PageTitle } from '../shared/PageTitle.tsx'
import { SignUpPart } from './SignUpPart.tsx'
import './public.css'

const points = [
  {
    Icon: ShieldIcon,
    title: 'Freigeben mit vier Augen',
    text: 'Wer eine Zahlung, eine neue Kontonummer oder einen Zugang freigeben lassen will, stellt eine Anfrage. Eine zweite Person entscheidet auf ihrem eigenen Telefon und unterschreibt mit ihrer PIN und dem Schlüssel ihres Geräts. Über eigene Anfragen entscheidet niemand selbst.',
  },
  {
    Icon: CallIcon,
    title: 'Sicher sein, wer am Telefon ist',
    text: 'Eine Stimme lässt sich fälschen, ein eingerichtetes Gerät nicht so leicht. Verlangt jemand im Gespräch etwas Ungewöhnliches, schicken Sie eine Anfrage an die Person, die es angeblich ist. Ist sie es nicht, lehnt sie mit einem Fingertipp ab.',
  },
  {
    Icon: ListIcon,
    title: 'Nachweisen, was geschehen ist',
    text: 'Jeder Schritt steht mit Zeit, Person und Änderung im Protokoll Ihres Workspace. Die Einträge sind miteinander verkettet, sodass eine nachträgliche Änderung auffällt, und beide Seiten bekommen zu jeder Entscheidung eine E-Mail.',
  },
]

export const LandingPage = () => (
  <div className="landing">
    <div className="landing-lead">
      <div lang="de">
        <PageTitle title="Vier-Augen-Freigaben">
          Vier Augen.
          <br />
          Ein Beleg.
        </PageTitle>
        <p className="landing-claim">
          Vieraugen lässt eine zweite Person bestätigen, was eine allein nicht entscheiden soll, und hält es
          nachprüfbar fest.
        </p>
      </div>
      <SignUpPart />
    </div>
    <div className="landing-points" lang="de">
      <div>
        {points.map(({ Icon, title, text }) => (
          <section key={title}>
            <Icon />
            <h2>{title}</h2>
            <p>{text}</p>
          </section>
        ))}
      </div>
    </div>
  </div>
)
