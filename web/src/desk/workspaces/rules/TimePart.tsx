import { ChosenPart, TypedPart, type PartProps } from './RuleInputs.tsx'
import { rulesTexts } from './rules-texts.ts'

/** What must go before a request, and how long it lives. */
export const TimePart = (props: PartProps) => {
  const { rule, onRule } = props
  const { form: text } = rulesTexts.use()
  return (
    <div className="rule-part">
      <div className="rule-row">
        <ChosenPart
          {...props}
          part="before"
          label={text.before}
          value={rule.before}
          onValue={(before) => onRule({ before: before as typeof rule.before })}
        >
          <option value="">{text.nothing}</option>
          <option value="call-check">{text.callCheck}</option>
          <option value="call-back">{text.callBack}</option>
        </ChosenPart>
        {rule.before !== '' && (
          <TypedPart
            {...props}
            part="beforeHours"
            label={text.beforeHours}
            inputMode="numeric"
            value={rule.beforeHours}
            onValue={(beforeHours) => onRule({ beforeHours })}
          />
        )}
      </div>
      <div className="rule-row">
        <TypedPart
          {...props}
          part="life"
          label={text.life}
          inputMode="numeric"
          value={rule.life}
          onValue={(life) => onRule({ life })}
        />
        <ChosenPart
          {...props}
          part="lifeUnit"
          label={text.lifeUnit}
          value={rule.lifeUnit}
          onValue={(unit) => onRule({ lifeUnit: unit === 'days' ? 'days' : 'hours' })}
        >
          <option value="hours">{text.inHours}</option>
          <option value="days">{text.inDays}</option>
        </ChosenPart>
      </div>
    </div>
  )
}
