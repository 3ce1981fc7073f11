const inBoth = (text: string) => ({ de: `${text} (de)`, en: `${text} (en)` })

/** What an admin may write. Each name is that of one kind. */
export const goodKind = (name = 'Kind') => ({
  name: inBoth(name),
  fields: [
    {
      name: 'term',
      label: inBoth('Term'),
      type: 'choice' as const,
      required: true,
      listed: true,
      options: [inBoth('One year')],
    },
  ],
  rules: [],
})
