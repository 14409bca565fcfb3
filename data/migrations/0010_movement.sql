ALTER TABLE `recorded_days` ADD `partial` text;--> statement-breakpoint
ALTER TABLE `recordings` ADD `moved_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `recordings` ADD `spent` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `recordings` ADD `resets_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `recordings` DROP COLUMN `compacted_until`;