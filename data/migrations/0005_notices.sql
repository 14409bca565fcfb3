ALTER TABLE `messages` ADD `visible_to` text;--> statement-breakpoint
CREATE UNIQUE INDEX `notice_once` ON `messages` (`reply_to`,`sender`) WHERE visible_to is not null;--> statement-breakpoint
-- Only its reader is sent a notice: events are read together with their messages.
DROP TRIGGER `message_sent`;
--> statement-breakpoint
CREATE TRIGGER `message_sent` AFTER INSERT ON `messages` BEGIN
	INSERT INTO `events` (`conversation_key`, `kind`, `message_id`) VALUES (NEW.`conversation_key`, iif(NEW.`visible_to` IS NULL, 'message-sent', 'notice'), NEW.`id`);
END;
