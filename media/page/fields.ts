/** The field of a page to write in. */
export const textField = (): HTMLTextAreaElement | null =>
	document.querySelector<HTMLTextAreaElement>('#text');

export const fieldsOfPage = (): readonly (HTMLInputElement | HTMLTextAreaElement)[] => [
	...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('#title, #text'),
];
