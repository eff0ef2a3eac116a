import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { root } from '../../tools/places.ts';

const axe = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** While an element fades in, its contrast is too low. Spinners never end. */
const fadesEnd = `Promise.all(
	document
		.getAnimations()
		.filter(({ effect }) => effect.getComputedTiming().endTime < 5000)
		.map(({ finished }) => finished.catch(() => {})),
)`;

/** The violations that axe finds, each with the first element concerned. */
export async function violations(page: Pick<Page, 'evaluate'>): Promise<string[]> {
	if (!(await page.evaluate('typeof axe !== "undefined"'))) await page.evaluate(axe);
	await page.evaluate(fadesEnd);
	const results: AxeResults = await page.evaluate('axe.run({ resultTypes: ["violations"], preload: false })');
	return results.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}
