/**
 * The README as the page of the installed extension, for users: without the parts between comments, which are for a checkout, and without
 * pictures. VS Code shows no pictures from files there, and those of a website would be fetched from it.
 */
export const extensionPage = (readme: string): string =>
	readme
		.replace(/<!-- The package leaves out .*?-->.*?<!-- .*?-->\n*/gs, '')
		.replace(/^!\[[^\]]*\]\([^)]*\)\n+/gm, '');
