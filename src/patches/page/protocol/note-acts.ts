/** What the buttons of notes on the page of a series do. */
export const noteActs = [
	'sign-in',
	'web',
	'show-latest',
	'compare-latest',
	'show-commented',
	'carry-over',
	'show-earlier',
] as const;
