/** What the worker of the soak with mails reports. */
export type MailWorkReport =
	| { readonly kind: 'read' | 'show' | 'series'; readonly what: string; readonly ms: number }
	| { readonly kind: 'slow' | 'error'; readonly text: string }
	| {
			readonly kind: 'batch';
			readonly mails: number;
			readonly characters: number;
			readonly patches: number;
			readonly series: number;
	  }
	/** How much memory it keeps. */
	| { readonly kind: 'done'; readonly grown: number };

/** Mails that are put into series together. */
export const batchSize = 100;
export const batchMs = 250;

/** What reading any mail may take. */
export const readLimitMs = (characters: number): number => 5 + characters * 0.001;
/** What all may take that lists and pages do with a mail, with its replies. */
export const showLimitMs = (characters: number): number => 25 + characters * 0.01;
