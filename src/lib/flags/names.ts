/** The feature flags that the portal reads. */
export const flagNames = ['dry_run', 'test_mode', 'skip_final_redirect'] as const
export type FlagName = (typeof flagNames)[number]
